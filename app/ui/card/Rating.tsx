import { Icon } from "../icon/Icon";

const places = [1, 2, 3, 4, 5];

/** A rating of five stars in half steps, with the number. */
export function Rating({ value }: { value: number }) {
  return (
    <span className="rating">
      <span className="rating-stars" role="img" aria-label={`Rated ${value} out of 5`}>
        {places.map((place) => (
          <span key={place}>
            <Icon name="star" size={18} />
            {value >= place ? <Icon name="star" size={18} /> : null}
            {value === place - 0.5 ? <Icon name="star-half" size={18} /> : null}
          </span>
        ))}
      </span>
      <span aria-hidden="true">{value}</span>
    </span>
  );
}
