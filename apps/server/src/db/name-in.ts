import type { Language } from '@dmse/domain/clients/party';
import { sql } from 'kysely';

/** A column in the language of a document: what was put into French, else the column itself. */
export const inLanguage = (column: string, language: Language) =>
  language === 'fr' ? sql<string>`coalesce(nullif(${sql.ref(`${column}_fr`)}, ''), ${sql.ref(column)})` : sql<string>`${sql.ref(column)}`;
