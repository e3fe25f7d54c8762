import type { FieldCode } from '../field/list-text.ts';

/** The list of codes and which of them are on control, changed together: a code that goes or gets another name does so in both. */
export type CodeSetting = { codes: FieldCode[]; control_codes: string[] };

export function isSameCode(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

export function removeCode({ codes, control_codes }: CodeSetting, code: string): CodeSetting {
  return {
    codes: codes.filter((one) => !isSameCode(one.code, code)),
    control_codes: control_codes.filter((one) => !isSameCode(one, code)),
  };
}

/** Puts a code in the place of `was`, or at the end when it is new. */
export function putCode(setting: CodeSetting, was: string | null, code: FieldCode, isControl: boolean): CodeSetting {
  const at = was === null ? -1 : setting.codes.findIndex((one) => isSameCode(one.code, was));
  const codes = at < 0 ? [...setting.codes, code] : setting.codes.with(at, code);
  const others = setting.control_codes.filter((one) => !isSameCode(one, code.code) && !(was !== null && isSameCode(one, was)));
  const place = setting.control_codes.findIndex((one) => was !== null && isSameCode(one, was));
  const control_codes = isControl ? others.toSpliced(place < 0 ? others.length : place, 0, code.code) : others;
  return { codes, control_codes };
}

/** Takes several codes in: one that is there gets the new meaning, the others go to the end. */
export function takeCodes(setting: CodeSetting, taken: readonly FieldCode[]): CodeSetting {
  const codes = [...setting.codes];
  for (const code of taken) {
    const at = codes.findIndex((one) => isSameCode(one.code, code.code));
    if (at < 0) codes.push(code);
    else codes[at] = { ...codes[at]!, meaning: code.meaning };
  }
  return { ...setting, codes };
}

/** Does a code answer to what was typed into the search? */
export function matchesCode({ code, meaning, kind, structure }: FieldCode, query: string): boolean {
  const text = `${code} ${meaning} ${kind} ${structure ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
