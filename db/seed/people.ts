import type { ClientType } from "~/domain/roles";

export interface SeedPerson {
  firstName: string;
  lastName: string;
  /** The part before @example.com. */
  mailbox: string;
  country: string;
  city: string;
  state: string;
  zipCode: string;
  address: string;
}

const person = (
  firstName: string,
  lastName: string,
  mailbox: string,
  country: string,
  city: string,
  state: string,
  zipCode: string,
  address: string,
): SeedPerson => ({ firstName, lastName, mailbox, country, city, state, zipCode, address });

/** Demo clients with names in many scripts, to exercise lists, search, mail and print. */
export const people: readonly SeedPerson[] = [
  person("Emma", "Carter", "emma.carter", "United States", "Austin", "TX", "78701", "410 Congress Ave"),
  person("Liam", "Brooks", "liam.brooks", "United States", "Denver", "CO", "80202", "1600 Glenarm Pl"),
  person("Olivia", "Hayes", "olivia.hayes", "United States", "Portland", "OR", "97204", "805 SW Broadway"),
  person("Noah", "Sullivan", "noah.sullivan", "United States", "Boston", "MA", "02110", "75 State St"),
  person("Ava", "Mitchell", "ava.mitchell", "United States", "Nashville", "TN", "37203", "1200 Division St"),
  person("Mason", "Reed", "mason.reed", "United States", "Phoenix", "AZ", "85004", "2 N Central Ave"),
  person("Sophia", "Bennett", "sophia.bennett", "United States", "Chicago", "IL", "60606", "200 W Monroe St"),
  person("Lucas", "Foster", "lucas.foster", "United States", "Seattle", "WA", "98101", "1420 5th Ave"),
  person("Mia", "Coleman", "mia.coleman", "United States", "Atlanta", "GA", "30303", "191 Peachtree St"),
  person("Ethan", "Price", "ethan.price", "United States", "Tampa", "FL", "33602", "100 N Tampa St"),
  person("Harper", "O'Connor", "harper.oconnor", "Ireland", "Dublin", "", "D02 X285", "12 Baggot St Lower"),
  person("Aoife", "Ní Bhriain", "aoife.nibhriain", "Ireland", "Galway", "", "H91 T8NW", "4 Quay St"),
  person(
    "Charlotte",
    "Whitfield",
    "charlotte.whitfield",
    "United Kingdom",
    "London",
    "",
    "EC2A 4NE",
    "30 Great Eastern St",
  ),
  person("Oliver", "Ashworth", "oliver.ashworth", "United Kingdom", "Manchester", "", "M1 5AN", "61 Mosley St"),
  person("Isla", "MacLeod", "isla.macleod", "United Kingdom", "Edinburgh", "", "EH2 2LR", "9 George St"),
  person("Gwen", "Pryce-Jones", "gwen.prycejones", "United Kingdom", "Cardiff", "", "CF10 1EP", "3 Park Pl"),
  person("Jack", "Thornton", "jack.thornton", "Australia", "Melbourne", "VIC", "3000", "120 Collins St"),
  person("Chloe", "Nguyen", "chloe.nguyen", "Australia", "Sydney", "NSW", "2000", "1 Bligh St"),
  person("Ruby", "Walker", "ruby.walker", "New Zealand", "Auckland", "", "1010", "88 Shortland St"),
  person("Amelia", "Tremblay", "amelia.tremblay", "Canada", "Montréal", "QC", "H3B 4W5", "1 Place Ville Marie"),
  person("Benjamin", "Côté", "benjamin.cote", "Canada", "Québec", "QC", "G1R 2L3", "1035 rue des Parlementaires"),
  person("Grace", "Campbell", "grace.campbell", "Canada", "Toronto", "ON", "M5H 1T1", "100 King St W"),
  person("Élodie", "Lefèvre", "elodie.lefevre", "France", "Lyon", "", "69002", "14 rue de la République"),
  person("François", "Bérard", "francois.berard", "France", "Paris", "", "75009", "22 rue de Châteaudun"),
  person("Jürgen", "Müller", "juergen.mueller", "Germany", "München", "", "80331", "Sendlinger Straße 8"),
  person("Sabine", "Großmann", "sabine.grossmann", "Germany", "Köln", "", "50667", "Hohe Straße 52"),
  person("Lukas", "Hölzl", "lukas.hoelzl", "Austria", "Wien", "", "1010", "Kärntner Straße 21"),
  person("Noémie", "Zürcher", "noemie.zuercher", "Switzerland", "Genève", "", "1204", "Rue du Rhône 30"),
  person("Sanne", "de Vries", "sanne.devries", "Netherlands", "Utrecht", "", "3511 EP", "Oudegracht 112"),
  person("Lotte", "Van den Broeck", "lotte.vandenbroeck", "Belgium", "Antwerpen", "", "2000", "Meir 48"),
  person("Søren", "Østergaard", "soeren.oestergaard", "Denmark", "Aarhus", "", "8000", "Åboulevarden 31"),
  person("Åsa", "Lindström", "asa.lindstrom", "Sweden", "Göteborg", "", "411 08", "Östra Hamngatan 17"),
  person("Bjørn", "Håkonsen", "bjorn.hakonsen", "Norway", "Bergen", "", "5003", "Strandgaten 18"),
  person("Päivi", "Mäkelä", "paivi.makela", "Finland", "Tampere", "", "33100", "Hämeenkatu 9"),
  person("Guðrún", "Jónsdóttir", "gudrun.jonsdottir", "Iceland", "Reykjavík", "", "101", "Laugavegur 22"),
  person("Łukasz", "Wójcik", "lukasz.wojcik", "Poland", "Kraków", "", "31-042", "Rynek Główny 6"),
  person("Tereza", "Dvořáková", "tereza.dvorakova", "Czechia", "Brno", "", "602 00", "Masarykova 11"),
  person("Zoltán", "Kőszegi", "zoltan.koszegi", "Hungary", "Budapest", "", "1052", "Váci utca 19"),
  person("Ștefan", "Țurcanu", "stefan.turcanu", "Romania", "Cluj-Napoca", "", "400001", "Strada Memorandumului 4"),
  person("Đorđe", "Živković", "dorde.zivkovic", "Serbia", "Novi Sad", "", "21000", "Zmaj Jovina 7"),
  person("Şebnem", "Yılmaz", "sebnem.yilmaz", "Türkiye", "İzmir", "", "35210", "Cumhuriyet Blv 45"),
  person("Begoña", "Núñez", "begona.nunez", "Spain", "Valencia", "", "46002", "Calle de Colón 20"),
  person("João", "Gonçalves", "joao.goncalves", "Portugal", "Porto", "", "4000-322", "Rua de Santa Catarina 112"),
  person("Niccolò", "D'Agostino", "niccolo.dagostino", "Italy", "Milano", "", "20121", "Via Manzoni 12"),
  person("Νίκος", "Παπαδόπουλος", "nikos.papadopoulos", "Greece", "Αθήνα", "", "105 63", "Ερμού 25"),
  person("Олена", "Шевченко", "olena.shevchenko", "Ukraine", "Київ", "", "01001", "Хрещатик 14"),
  person("Димитър", "Стоянов", "dimitar.stoyanov", "Bulgaria", "София", "", "1000", "бул. Витоша 18"),
  person("נועה", "לוי", "noa.levi", "Israel", "Tel Aviv", "", "6688312", "Rothschild Blvd 22"),
  person("ليلى", "الحداد", "layla.alhaddad", "United Arab Emirates", "Dubai", "", "00000", "Sheikh Zayed Rd 75"),
  person("محمد", "العتيبي", "mohammed.alotaibi", "Saudi Arabia", "Riyadh", "", "12211", "King Fahd Rd 30"),
  person("नेहा", "शर्मा", "neha.sharma", "India", "मुंबई", "Maharashtra", "400001", "12 Veer Nariman Rd"),
  person("Arjun", "Krishnamurthy", "arjun.krishnamurthy", "India", "Bengaluru", "Karnataka", "560001", "47 MG Road"),
  person("Priya", "Nair", "priya.nair", "India", "Kochi", "Kerala", "682011", "8 Marine Drive"),
  person("Nguyễn", "Thị Hương", "huong.nguyen", "Vietnam", "Hà Nội", "", "100000", "36 Hàng Bài"),
  person("สมชาย", "วงศ์ไทย", "somchai.wongthai", "Thailand", "Bangkok", "", "10330", "999 Rama I Rd"),
  person("伟", "陈", "wei.chen", "Singapore", "Singapore", "", "018956", "10 Marina Blvd"),
  person("花子", "佐藤", "hanako.sato", "Japan", "東京", "", "100-0005", "丸の内1-9-1"),
  person("민준", "김", "minjun.kim", "South Korea", "서울", "", "04524", "세종대로 110"),
  person("Thandiwe", "Mokoena", "thandiwe.mokoena", "South Africa", "Cape Town", "", "8001", "40 Long St"),
  person("Camila", "Peñalosa", "camila.penalosa", "Colombia", "Bogotá", "", "110231", "Carrera 7 71-21"),
];

/** Client types in turn; null is a client without a type. */
export const typesInTurn: readonly (ClientType | null)[] = [
  "BUSINESS",
  "AGENCY",
  "BUSINESS",
  "BLOG",
  null,
  "AFFILIATE",
];
