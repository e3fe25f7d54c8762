import { isStale, sayAge } from '@dmse/domain/sites/position-age';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import { RowLink } from '../../frame/row-link.tsx';
import { useFieldRun } from '../../run/field-run.ts';
import { StateIcon } from '../../run/state-icon.tsx';
import { type FieldPoint, sayPoint } from './field-record.ts';

export type PointRowProps = { point: FieldPoint; photos: number };

function many(count: number, one: string): string {
  return sayCount(count, one);
}

/** A point in a list: what it is, what it carries, how far it has come. */
export function PointRow({ point, photos }: PointRowProps) {
  const { id } = useFieldRun();
  const facts = [
    point.is_deleted ? 'Deleted' : null,
    point.kind,
    point.connections.length > 0 ? many(point.connections.length, 'connection') : null,
    photos > 0 ? many(photos, 'photo') : null,
    point.has_position ? null : 'no position',
    point.position_age !== null && isStale(point.position_age) ? `position ${sayAge(point.position_age)} old` : null,
    point.note,
  ].filter(Boolean);
  return (
    <RowLink
      title={
        <Box component="span" sx={point.is_deleted ? { textDecoration: 'line-through' } : {}}>
          {sayPoint(point)}
        </Box>
      }
      subtitle={facts.join(' · ')}
      end={<StateIcon state={point.state} />}
      to={{ to: '/fieldrun/field/$id/point/$pointId', params: { id, pointId: point.id } }}
    />
  );
}
