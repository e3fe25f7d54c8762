import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedDuration } from '../dates/duration.ts';
import { chooseWork, readCommand } from './typed-command.ts';

/** A Wednesday. */
const TODAY = '2026-03-04';
const time = (about: string, minutes: number, rest = '', date = TODAY) => ({ verb: 'time', about, minutes, date, rest, problem: null });

describe('typed command', () => {
  it.each([
    ['time 26-0050 2:30 drafting', time('26-0050', 150, 'drafting')],
    ['Time on 260050 150m', time('260050', 150)],
    ['time 26-0050 1.5 yesterday field notes', time('26-0050', 90, 'field notes', '2026-03-03')],
    ['time boundary survey 2 h fri calculations', time('boundary survey', 120, 'calculations', '2026-02-27')],
    ['time 26-0050 45m 2026-02-02 mon plan', time('26-0050', 45, 'mon plan', '2026-02-02')],
    [
      'time 26-0050',
      { verb: 'time', about: '26-0050', minutes: null, date: TODAY, rest: '', problem: 'Type the time too, for example 2:30.' },
    ],
    ['memo', { verb: 'memo', about: '', text: '' }],
    ['new memo on 260058', { verb: 'memo', about: '260058', text: '' }],
    ['memo 26-0058 The client called: stakes by Friday', { verb: 'memo', about: '26-0058', text: 'The client called: stakes by Friday' }],
    ['Memo boundary survey', { verb: 'memo', about: 'boundary survey', text: '' }],
    ['memo boundary survey: call back', { verb: 'memo', about: 'boundary survey', text: 'call back' }],
    ['start timer for 26-0050', { verb: 'timer', about: '26-0050' }],
    ['timesheet', null],
    ['memorial park', null],
    ['26-0050 time', null],
  ])('reads “%s”', (line, command) => {
    expect(readCommand(line, TODAY)).toEqual(command);
  });

  it('the time that was typed is the time that is read, whatever stands around it', () => {
    const word = fc
      .stringMatching(/^[a-z]{4,8}$/)
      .filter((one) => !/^(time|today|yesterday|mon|tue|wed|thu|fri|sat|sun|min|hour)/.test(one));
    const number = fc.integer({ min: 1, max: 9999 }).map((num) => `26-${String(num).padStart(4, '0')}`);
    const note = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 1440 }), note, (num, minutes, rest) => {
        expect(readCommand(`time ${num} ${typedDuration(minutes)} ${rest}`, TODAY)).toEqual(time(num, minutes, rest));
      }),
    );
  });

  it('never throws, and never enters a time that no day has', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        const command = readCommand(`time ${line}`, TODAY);
        if (command?.verb === 'time' && command.minutes !== null) expect(command.minutes >= 1 && command.minutes <= 1440).toBe(true);
      }),
    );
  });

  it('the words after the time name the work as far as they can; the rest is the note', () => {
    const works = ['Field work', 'Drafting', 'Drafting of the plan'];
    const choose = (rest: string) => chooseWork(rest, works, (work) => work);
    expect(choose('drafting lot 5')).toEqual({ works: ['Drafting', 'Drafting of the plan'], note: 'lot 5' });
    expect(choose('plan drafting')).toEqual({ works: ['Drafting of the plan'], note: '' });
    expect(choose('stakes')).toEqual({ works, note: 'stakes' });
    expect(choose('')).toEqual({ works, note: '' });
  });
});
