import type { Tongue } from './names.ts';
import type { Random } from './random.ts';

type Town = { name: string; tongue: Tongue; postal: readonly string[] };

function town(name: string, tongue: Tongue, postal: string): Town {
  return { name, tongue, postal: postal.split(' ') };
}

/** Towns of the province and the letters their postal codes begin with; the houses in them are invented. */
const TOWNS: readonly Town[] = [
  town('Moncton', 'en', 'E1A E1C E1E E1G'),
  town('Dieppe', 'fr', 'E1A'),
  town('Riverview', 'en', 'E1B'),
  town('Fredericton', 'en', 'E3A E3B E3C'),
  town('Saint John', 'en', 'E2J E2K E2L E2M'),
  town('Quispamsis', 'en', 'E2E E2G'),
  town('Rothesay', 'en', 'E2E E2H'),
  town('Oromocto', 'en', 'E2V'),
  town('Sussex', 'en', 'E4E'),
  town('Hampton', 'en', 'E5N'),
  town('Sackville', 'en', 'E4L'),
  town('Shediac', 'fr', 'E4P'),
  town('Cocagne', 'fr', 'E4R'),
  town('Bouctouche', 'fr', 'E4S'),
  town('Memramcook', 'fr', 'E4K'),
  town('Richibucto', 'fr', 'E4W'),
  town('St. Stephen', 'en', 'E3L'),
  town('Saint Andrews', 'en', 'E5B'),
  town('Woodstock', 'en', 'E7M'),
  town('Grand-Sault', 'fr', 'E3Y E3Z'),
  town('Edmundston', 'fr', 'E3V'),
  town('Campbellton', 'en', 'E3N'),
  town('Bathurst', 'en', 'E2A'),
  town('Beresford', 'fr', 'E8K'),
  town('Caraquet', 'fr', 'E1W'),
  town('Tracadie', 'fr', 'E1X'),
  town('Shippagan', 'fr', 'E8S'),
  town('Lamèque', 'fr', 'E8T'),
  town('Néguac', 'fr', 'E9G'),
  town('Miramichi', 'en', 'E1N E1V'),
];

const STREETS: Record<Tongue, readonly string[]> = {
  en: 'Main Street,Church Street,Mill Road,King Street,Queen Street,Station Road,Bridge Street,Water Street,School Street,Hillside Drive,Maple Avenue,Orchard Lane,Old Shore Road,Ferry Road,Pleasant Street,Birchwood Crescent,Highfield Avenue,Back Mountain Road,Salt Marsh Lane,Wharf Road'.split(
    ',',
  ),
  fr: 'rue Principale,rue de l’Église,chemin du Quai,rue du Moulin,chemin de la Côte,rue des Érables,avenue de la Gare,rue Saint-Joseph,chemin du Lac,rue des Pêcheurs,allée des Bouleaux,rue du Collège,chemin Petite-Rivière,rue de la Mer,chemin des Aboiteaux,rue Notre-Dame,boulevard du Marais,rue de la Fabrique'.split(
    ',',
  ),
};

const LETTERS = 'ABCEGHJKLMNPRSTVWXYZ';

export type Address = {
  billing_street: string;
  billing_city: string;
  billing_province: string;
  billing_postal_code: string;
  billing_country: string;
};

function townFor(random: Random, tongue: Tongue): Town {
  const near = TOWNS.filter((one) => one.tongue === tongue);
  return random.pick(random.chance(0.75) ? near : TOWNS);
}

function streetIn(random: Random, tongue: Tongue): string {
  const number = random.int(2, 2400);
  const street = random.pick(STREETS[tongue]);
  const unit = random.chance(0.12) ? (tongue === 'fr' ? `\napp. ${random.int(1, 40)}` : `\nUnit ${random.int(1, 40)}`) : '';
  return tongue === 'fr' ? `${number}, ${street}${unit}` : `${number} ${street}${unit}`;
}

/** An address in a town, or else in some town where the language is at home. */
export function addressFor(random: Random, tongue: Tongue, city?: string): Address {
  const { name, tongue: spoken, postal } = TOWNS.find((one) => one.name === city) ?? townFor(random, tongue);
  const letter = () => LETTERS[random.int(0, LETTERS.length - 1)];
  return {
    billing_street: streetIn(random, spoken),
    billing_city: name,
    billing_province: 'NB',
    billing_postal_code: `${random.pick(postal)} ${random.int(0, 9)}${letter()}${random.int(0, 9)}`,
    billing_country: 'Canada',
  };
}
