import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { toFrench } from './french.ts';
import { FRENCH_SENTENCES } from './french-sentences.ts';

const SOURCE = fileURLToPath(new URL('../', import.meta.url));
/** Where the engine writes what a report says of a run. */
const FOLDERS = ['conflict', 'shift', 'convert', 'group', 'assemble', 'reduce', 'pipe', 'run'];
const OTHERS = ['write/qa-report.ts', 'read/raw/raw-mode.ts', 'read/ppp/ppp-records.ts'];
/** What only screens say: these files, checks that found nothing wrong, and those of heights along a pipe and of the geoid in the wizard. */
const SCREEN_FILES = ['file-summary.ts', 'overview.ts', 'read-files.ts', 'shift-options.ts', 'structure.ts'];
/** Has its words in both languages. */
const BOTH = 'conflict-titles.ts';
const FINE_CHECK = /\b(passed|notKnown)\((?!'epoch')([^()]|\([^()]*\))*\)/g;
const ON_SCREENS =
  /^no connection of|the undulation at the base, \{\}|^No geoid grid covers the run|heights on the ellipsoid\.$|ends in the open|been decided yet\.$|shots outside it$|^left as it is$|^The position is at epoch|this file are|^The file states/;

/** Every text in a source file, with `{}` for what is filled in; those inside of what is filled in too. */
function readTexts(source: string): string[] {
  const texts: string[] = [];
  const readCode = (from: number, until: string): number => {
    let at = from;
    while (at < source.length) {
      const [sign, two] = [source[at]!, source.slice(at, at + 2)];
      if (sign === until) return at;
      if (two === '//') at = source.indexOf('\n', at);
      else if (two === '/*') at = source.indexOf('*/', at) + 2;
      else if (sign === '/' && /([(,=:[&|!?{};>]|return)\s*$/.test(source.slice(Math.max(at - 20, 0), at)))
        at += /^\/(\\.|\[[^\]]*\]|[^/\\\n])+\//.exec(source.slice(at))?.[0].length ?? 1;
      else if (sign === "'" || sign === '"') {
        const [whole] = new RegExp(`^${sign}(\\\\.|[^${sign}\\\\])*${sign}`).exec(source.slice(at))!;
        texts.push(whole.slice(1, -1).replaceAll("\\'", "'"));
        at += whole.length;
      } else if (sign === '`') at = readTemplate(at + 1);
      else if (sign === '{') at = readCode(at + 1, '}') + 1;
      else at += 1;
    }
    return at;
  };
  const readTemplate = (from: number): number => {
    let [at, text] = [from, ''];
    while (source[at] !== '`') {
      if (source.slice(at, at + 2) === '${') {
        at = readCode(at + 2, '}') + 1;
        text += '{}';
      } else {
        if (source[at] === '\\') at += 1;
        text += source[at];
        at += 1;
      }
    }
    texts.push(text);
    return at + 1;
  };
  readCode(0, '');
  return texts;
}

describe('sentences of the engine in French', () => {
  test('none is missing, and the table has none that the engine does not say', () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(join(SOURCE, folder)).map((name) => ({ name, path: join(SOURCE, folder, name) })),
    );
    const engine = files.filter(({ name }) => !/\.test\.ts$|fixture/.test(name) && ![...SCREEN_FILES, BOTH].includes(name));
    const texts = new Set(
      [...engine.map(({ path }) => path), ...OTHERS.map((path) => join(SOURCE, path))].flatMap((path) =>
        readTexts(readFileSync(path, 'utf8').replaceAll(FINE_CHECK, '')),
      ),
    );
    const known = new Set(FRENCH_SENTENCES.map(([english]) => english.replaceAll(/\{[^{}]*\}/g, '{}')));
    const alternatives = new Set(
      FRENCH_SENTENCES.flatMap(([english]) => [...english.matchAll(/\{([^{}]*\|[^{}]*)\}/g)].flatMap(([, words]) => words!.split('|'))),
    );
    const isSentence = (text: string) => (text.match(/(?<!\S)[A-Za-z]+/g) ?? []).length > 3;
    const missing = [...texts].filter((text) => isSentence(text) && !known.has(text) && !alternatives.has(text) && !ON_SCREENS.test(text));
    expect(missing).toEqual([]);
    expect([...known].filter((english) => !texts.has(english))).toEqual([]);
  });

  test('what is filled in stays, with a decimal comma; parts and lists are written too', () => {
    expect(toFrench('5001 is uncertain: HRMS 0.051 m (limit 0.030 m), VRMS not given (limit 0.050 m).')).toBe(
      '5001 est incertain : HRMS 0,051 m (limite 0,030 m), VRMS non indiqué (limite 0,050 m).',
    );
    expect(toFrench('After the shift 5014 is 0.041 m horizontally and 0.020 m in height off the published HPN 1.')).toBe(
      'Après la translation, 5014 s’écarte de 0,041 m en plan et de 0,020 m en hauteur du point publié HPN 1.',
    );
    expect(toFrench('5002: PDOP 6.1 (limit 4), 4 satellites (at least 5).')).toBe('5002 : PDOP 6,1 (limite 4), 4 satellites (au moins 5).');
    expect(toFrench('B1: The .ref file of the base is missing.')).toBe('B1 : Le fichier .ref de la base manque.');
    expect(toFrench('1, 2, 3, 4, 5, 6 and 9 more have no shift. 1: no control that counts was shot from its base.')).toBe(
      'Sans translation : 1, 2, 3, 4, 5, 6 et 9 de plus. 1 : aucun point de contrôle retenu n’a été mesuré de sa base.',
    );
    expect(toFrench('5 (line 45 of the raw file) is not among the shots. The sight could not be reduced.')).toBe(
      '5 (ligne 45 du fichier brut) n’est pas parmi les points. La visée n’a pu être réduite.',
    );
    expect(toFrench('5004 and 5005, 0.041 m apart, stay two points.')).toBe(
      '5004 et 5005, à 0,041 m l’un de l’autre, restent deux points.',
    );
    expect(toFrench('Base shift (HPN) of AT1: +0.112 m east, -0.081 m north, +28.750 m up.')).toBe(
      'Translation par la base (HPN), base AT1 : +0,112 m vers l’est, -0,081 m vers le nord, +28,750 m en altitude.',
    );
  });

  test('a sentence that is not of the engine is not taken for one', () => {
    expect(toFrench('The crew went home: it rained.')).toBeNull();
  });
});
