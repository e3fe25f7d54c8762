import { labelOf } from '@dmse/contract/common/field';
import { RiskLists } from '@dmse/contract/settings/field';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { OrderedListField } from '../../parts/fields/ordered-list-field.tsx';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';
import { WORD_LIST } from './list-text.ts';

const field = fieldNames(RiskLists);
const LISTS = [
  { name: 'task_types', itemLabel: 'Task type', text: 'What the crew is there to do.' },
  { name: 'hazards', itemLabel: 'Hazard', text: 'What may hurt somebody on site.' },
  { name: 'controls', itemLabel: 'Hazard control', text: 'What is done about it.' },
  {
    name: 'personal_protective_equipment',
    itemLabel: 'Piece of equipment',
    text: 'What the crew wears or carries.',
  },
] as const;

const MERGED = Object.fromEntries(LISTS.map(({ name }) => [name, WORD_LIST]));

/** The longest list has a column of its own where there is room for two. */
const BESIDE = { gridColumn: { lg: 2 }, gridRow: { lg: `1 / span ${LISTS.length - 1}` } };

/** What a crew ticks before the first shot. Assessments already made keep the words they were made with. */
export function RiskListsPage() {
  return (
    <>
      <PageHeader
        title="Risk lists"
        subtitle="What a crew chooses from in a risk assessment, in this order. Assessments already made keep their words."
      />
      <Typography variant="body2" sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary', mb: 4 }}>
        In a list Enter adds a line below, Alt+↑ and Alt+↓ move a line, Backspace takes an empty one away.
      </Typography>
      <SettingForm section="risk_lists" schema={RiskLists} lists={MERGED}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            gridTemplateRows: { lg: 'auto auto 1fr' },
            gap: 4,
            alignItems: 'start',
          }}
        >
          {LISTS.map(({ name, itemLabel, text }) => (
            <Box key={name} sx={name === 'hazards' ? BESIDE : {}}>
              <FormSection title={labelOf(RiskLists.shape[name])} explanation={text}>
                <OrderedListField name={field[name]} itemLabel={itemLabel} />
              </FormSection>
            </Box>
          ))}
        </Box>
      </SettingForm>
    </>
  );
}
