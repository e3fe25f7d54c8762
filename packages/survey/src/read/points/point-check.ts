import type { ProblemList } from '../problem-list.ts';
import type { PointRecord } from '../records.ts';

/** What is odd about the points of a file, said once per kind with the names. */
export class PointCheck {
  readonly #seen = new Map<string, PointRecord>();
  readonly #twice = new Map<string, PointRecord[]>();
  readonly #nameless: PointRecord[] = [];
  readonly #placeless: PointRecord[] = [];
  readonly #long: PointRecord[] = [];

  see(point: PointRecord): PointRecord {
    if (point.name === '') this.#nameless.push(point);
    if (point.name.length > 255) this.#long.push(point);
    if ((point.easting === null || point.northing === null) && point.latitude === null) this.#placeless.push(point);
    const key = point.name.toUpperCase();
    const earlier = this.#seen.get(key);
    if (earlier && key !== '') {
      const list = this.#twice.get(key) ?? [earlier];
      list.push(point);
      this.#twice.set(key, list);
    } else this.#seen.set(key, point);
    return point;
  }

  report(problems: ProblemList): void {
    const twice = [...this.#twice.values()];
    if (twice.length > 0) {
      const names = nameSome(twice.map((points) => points[0] as PointRecord));
      problems.about('DUPLICATE_NAME', 'warning', `Point names stand more than once: ${names}.`, listLines(twice.flat()));
    }
    this.#complain(problems, this.#nameless, 'BAD_VALUE', () => 'Points without a name.');
    this.#complain(problems, this.#placeless, 'BAD_VALUE', (names) => `Points without coordinates: ${names}.`);
    this.#complain(problems, this.#long, 'NAME_LENGTH', () => 'Point names of more than 255 characters.');
  }

  #complain(problems: ProblemList, points: readonly PointRecord[], id: 'BAD_VALUE' | 'NAME_LENGTH', say: (names: string) => string): void {
    if (points.length > 0) problems.about(id, 'warning', say(nameSome(points)), listLines(points));
  }
}

function listLines(points: readonly PointRecord[]): number[] {
  return points.flatMap((point) => point.lines);
}

function nameSome(points: readonly PointRecord[]): string {
  const names = points.slice(0, 8).map((point) => point.name.slice(0, 40));
  return names.join(', ') + (points.length > 8 ? ` and ${points.length - 8} more` : '');
}
