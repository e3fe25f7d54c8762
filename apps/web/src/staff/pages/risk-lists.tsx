import { RiskLists } from '@dmse/contract/settings/field';
import Box from '@mui/material/Box';
import { FormSection } from '../../parts/form/form-section.tsx';
import { OrderedListField } from '../../parts/form/ordered-list-field.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { WORD_LIST } from '../field/list-words.ts';
import { SettingForm } from '../setting-form.tsx';

const LISTS = [
  { name: 'task_types', label: 'Task types', itemLabel: 'Task type', text: 'What the crew is there to do.' },
  { name: 'hazards', label: 'Hazards', itemLabel: 'Hazard', text: 'What may hurt somebody on site.' },
  { name: 'controls', label: 'Hazard controls', itemLabel: 'Hazard control', text: 'What is done about it.' },
  {
    name: 'personal_protective_equipment',
    label: 'Personal protective equipment',
    itemLabel: 'Piece of equipment',
    text: 'What the crew wears or carries.',
  },
] as const;

const SCHEMA = RiskLists.partial();
const MERGED = Object.fromEntries(LISTS.map(({ name }) => [name, WORD_LIST]));

/** What a crew ticks before the first shot. Assessments already made keep the words they were made with. */
export function RiskListsPage() {
  return (
    <>
      <PageHeader
        title="Risk lists"
        subtitle="What a crew chooses from in a risk assessment, in this order. Assessments already made keep their words."
      />
      <SettingForm section="risk_lists" schema={SCHEMA} lists={MERGED}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            gap: 4,
            alignItems: 'start',
          }}
        >
          {LISTS.map(({ name, label, itemLabel, text }) => (
            <FormSection key={name} title={label} explanation={text}>
              <OrderedListField
                name={name}
                label={label}
                itemLabel={itemLabel}
                hint="Enter adds a line below, Alt+↑ and Alt+↓ move it, Backspace takes an empty one away."
              />
            </FormSection>
          ))}
        </Box>
      </SettingForm>
    </>
  );
}
