import { sql } from 'kysely';
import type { Loading } from '../bulk-load.ts';
import { chance, word } from '../firm/chance.ts';

const TASKS = [
  ['Boundary survey', 'Levé des limites', 'Recherches, levé sur le terrain, calculs et plan d’arpentage.'],
  ['Topographic survey', 'Levé topographique', 'Levé des conditions existantes et plan numérique.'],
  ['As-built survey', 'Levé de récolement', 'Levé des ouvrages construits et plan de récolement.'],
  ['Construction layout', 'Implantation', 'Implantation des ouvrages et des niveaux sur le chantier.'],
  ['Site servicing design', 'Conception des services', 'Conception des services d’eau, d’égout sanitaire et d’égout pluvial.'],
] as const;

/** What jobs and quotes begin with, and what is done for them, in English and in French. */
export const PROJECT_WORDS = [
  {
    en: ['Boundary survey', 'Retrace the limits of the property and prepare a plan of survey.'],
    fr: ['Levé des limites', 'Rétablir les limites de la propriété et dresser le plan d’arpentage.'],
  },
  {
    en: ['Subdivision', 'Lay out the lots, set the monuments and register the plan.'],
    fr: ['Lotissement', 'Implanter les lots, poser les bornes et enregistrer le plan.'],
  },
  {
    en: ['Topographic survey', 'Ground, services and buildings for the design of the new works.'],
    fr: ['Levé topographique', 'Relevé du terrain et des services pour la conception.'],
  },
  {
    en: ['Construction layout', 'Stake footings, services and curbs as the contractor asks.'],
    fr: ['Implantation de chantier', 'Implanter semelles, services et bordures à la demande de l’entrepreneur.'],
  },
  {
    en: ['As-built of the sewer', 'Open every structure, measure the inverts and draw the record plan.'],
    fr: ['Récolement de l’égout', 'Ouvrir chaque regard, mesurer les radiers et dresser le plan de récolement.'],
  },
  {
    en: ['Site servicing', 'Design of water, sanitary and storm services for the site.'],
    fr: ['Viabilisation du terrain', 'Conception des services d’eau, d’égout sanitaire et d’égout pluvial.'],
  },
  {
    en: ['Street reconstruction', 'Survey, design and tender documents for the street.'],
    fr: ['Réfection de la rue', 'Levé, conception et documents d’appel d’offres pour la rue.'],
  },
  {
    en: ['Building location certificate', 'Certificate for the sale of the property.'],
    fr: ['Certificat de localisation', 'Certificat pour la vente de la propriété.'],
  },
  {
    en: ['Monitoring of the quay wall', 'Monthly readings of the targets along the wall, with a short report.'],
    fr: ['Auscultation du mur de quai', 'Lectures mensuelles des cibles du mur, avec un court rapport.'],
  },
] as const;

const EXEMPTIONS = [
  ['Municipality; rebate claimed by the client', 'Municipalité; remboursement demandé par le client'],
  ['Registered charity, certificate on file', 'Organisme de bienfaisance, certificat au dossier'],
] as const;
const listed = (rows: readonly (readonly string[])[]) => sql.join(rows.map((row) => sql`(${sql.join(row)})`));

/** Some clients read French. What is printed for a client, titles that somebody has typed too, is in one language. */
export async function writeInLanguages(tx: Loading['tx']): Promise<void> {
  await sql`update client set language = 'fr', tax_exempt_reason = coalesce(
      (select w.fr from (values ${listed(EXEMPTIONS)}) w (en, fr) where w.en = tax_exempt_reason), tax_exempt_reason)
    where ${chance(word('language'), sql`id`)} < 0.12`.execute(tx);
  await sql`update task t set name = w.name, description = w.description
    from (values ${listed(TASKS)}) w (en, name, description), client c
    where t.name = w.en and c.language = 'fr'
      and c.id = coalesce((select client from job where id = t.job), (select client from quote where id = t.quote))`.execute(tx);
  const words = PROJECT_WORDS.flatMap(({ en, fr }) => [
    ['fr', en[0], ...fr],
    ['en', fr[0], ...en],
  ]);
  for (const table of ['job', 'quote'])
    await sql`update ${sql.table(table)} t set "desc" = w.title || substr(t."desc", length(w.other) + 1), long_desc = w.long
      from (values ${listed(words)}) w (language, other, title, long), client c
      where c.id = t.client and c.language = w.language and starts_with(t."desc", w.other || ',')`.execute(tx);
}
