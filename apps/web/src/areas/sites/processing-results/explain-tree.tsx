import Box from '@mui/material/Box';

type Explained = { title: string; lines: readonly string[]; children?: readonly Explained[] };
export type ExplainTreeProps = { steps: readonly Explained[]; label?: string };

/** How a final coordinate came about, step by step; what an average was made of stands under it. */
export function ExplainTree({ steps, label }: ExplainTreeProps) {
  return (
    <Box
      component="ol"
      aria-label={label}
      sx={{ m: 0, p: 0, listStyle: 'none', '& &': { mt: 1, ml: 1, pl: 3, borderLeft: 2, borderColor: 'divider' } }}
    >
      {steps.map(({ title, lines, children = [] }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one shot keep their order
        <Box component="li" key={place} sx={{ py: 1 }}>
          <Box sx={{ fontWeight: 500 }}>{title}</Box>
          {lines.map((line) => (
            <Box key={line} sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {line}
            </Box>
          ))}
          {children.length > 0 ? <ExplainTree steps={children} /> : null}
        </Box>
      ))}
    </Box>
  );
}
