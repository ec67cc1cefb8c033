const whole = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2 });

/** Integer cents as people read them: '$1,234.50', and without decimals when there are none: '$0', '$100' (document 1 section 9). */
export const formatCents = (cents: number) => (cents % 100 === 0 ? whole : exact).format(cents / 100);
