import { dimensionLabel, dimensionPath, northLabel, northPath, type Sketch, type SketchThing, strokePath } from './sketch.ts';
import { INK, LETTERS } from './sketch-ink.ts';

export type SketchThingsProps = { sketch: Sketch };

/** What is on the sheet, as SVG. */
export function SketchThings({ sketch }: SketchThingsProps) {
  return (
    <g fill="none" stroke={INK.colour} strokeWidth={INK.width} strokeLinecap="round" strokeLinejoin="round">
      {sketch.map((thing, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: things on a sheet have no other name than their place in the pile
        <Thing key={at} thing={thing} />
      ))}
    </g>
  );
}

const words = { fill: INK.colour, stroke: 'none', fontFamily: LETTERS.family, fontSize: LETTERS.size } as const;

function Thing({ thing }: { thing: SketchThing }) {
  switch (thing.kind) {
    case 'stroke':
      return <path d={strokePath(thing.points)} />;
    case 'text':
      return (
        <text x={thing.at[0]} y={thing.at[1]} dominantBaseline="middle" {...words}>
          {thing.text}
        </text>
      );
    case 'dimension': {
      const { at, degrees } = dimensionLabel(thing.from, thing.to);
      return (
        <>
          <path d={dimensionPath(thing.from, thing.to)} strokeWidth={INK.thin} />
          <text x={at[0]} y={at[1]} textAnchor="middle" transform={`rotate(${degrees} ${at.join(' ')})`} {...words}>
            {thing.text}
          </text>
        </>
      );
    }
    case 'north': {
      const [x, y] = northLabel(thing.at, thing.to);
      return (
        <>
          <path d={northPath(thing.at, thing.to)} />
          <text x={x} y={y} textAnchor="middle" {...words} fontWeight={600}>
            N
          </text>
        </>
      );
    }
  }
}
