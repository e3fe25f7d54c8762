import { PointsView } from '../points-view.tsx';

export function ReviewStep() {
  return <PointsView />;
}
