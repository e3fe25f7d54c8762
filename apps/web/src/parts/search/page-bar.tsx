import IconButton from '@mui/material/IconButton';
import NativeSelect from '@mui/material/NativeSelect';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Icon } from '../icon/icon.tsx';

const SIZES = [10, 25, 50, 100, 200];
const COUNT = new Intl.NumberFormat('en-CA');

export type PageBarProps = {
  page: number;
  pageSize: number;
  count: number;
  onPage: (page: number) => void;
  /** Left out where the size is not the person's to choose. */
  onPageSize?: ((size: number) => void) | undefined;
};

/** Which rows are shown, and the way to the others. */
export function PageBar({ page, pageSize, count, onPage, onPageSize }: PageBarProps) {
  const last = Math.max(1, Math.ceil(count / pageSize));
  const from = count === 0 ? 0 : (page - 1) * pageSize + 1;
  const sizes = SIZES.includes(pageSize) ? SIZES : [...SIZES, pageSize].sort((a, b) => a - b);
  return (
    <Stack
      component="nav"
      aria-label="Pages"
      direction="row"
      sx={{ alignItems: 'center', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 1, fontSize: '0.8125rem', color: 'text.secondary' }}
    >
      {onPageSize ? (
        <Stack component="label" direction="row" sx={{ alignItems: 'center', gap: 2, mr: 3 }}>
          Rows per page
          <NativeSelect
            disableUnderline
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
            sx={{ fontSize: 'inherit', color: 'text.primary' }}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect>
        </Stack>
      ) : null}
      <Typography variant="body2" sx={{ mr: 2, fontVariantNumeric: 'tabular-nums' }}>
        {COUNT.format(from)}–{COUNT.format(Math.min(page * pageSize, count))} of {COUNT.format(count)}
      </Typography>
      <IconButton size="small" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="chevron_left" />
      </IconButton>
      <IconButton size="small" aria-label="Next page" disabled={page >= last} onClick={() => onPage(page + 1)}>
        <Icon name="chevron_right" />
      </IconButton>
    </Stack>
  );
}
