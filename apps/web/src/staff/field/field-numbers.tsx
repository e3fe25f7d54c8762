import { FieldNumbers } from '@dmse/contract/settings/field';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { sayBytes } from '../../parts/file/file-rules.ts';
import { FormSection } from '../../parts/form/form-section.tsx';
import { fieldNames } from '../../parts/form/record-form.tsx';
import type { FieldName } from '../../parts/form/use-field.ts';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { SettingForm } from '../setting-form.tsx';

type SizeFieldProps = { name: FieldName; label: string; hint: string };

/** A size in bytes, said as a person says it beside. */
function SizeField({ name, label, hint }: SizeFieldProps) {
  const value = useWatch({ name }) as unknown;
  const words = typeof value === 'number' && value > 0 ? `${sayBytes(value)}. ` : '';
  return <NumberField name={name} label={label} unit="bytes" hint={`${words}${hint}`} />;
}

/** What the two numbers come to, with the values being typed. */
function NumberingExample() {
  const [first, block] = useWatch({ name: ['first_point_number', 'point_block'] }) as unknown[];
  if (!Number.isInteger(first) || !Number.isInteger(block)) return null;
  const starts = [0, 1, 2].map((device) => Number(first) + device * Number(block));
  return (
    <Typography variant="body2" role="status" sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
      The devices of a run begin at {starts.join(', ')}, …
    </Typography>
  );
}

const field = fieldNames(FieldNumbers);

/** The figures the field app works by. A tablet learns of a change when it is next online. */
export function FieldNumbersPage() {
  return (
    <>
      <PageHeader
        title="Field numbers"
        subtitle="The figures the field app works by. A tablet takes a change over when it is next online."
      />
      <SettingForm section="field_numbers" schema={FieldNumbers}>
        <FormSection title="Position" explanation="A coarser position warns the crew and never stops them.">
          <NumberField name={field.accuracy_gate} hint="Coarser than this, the accuracy is shown in amber." />
        </FormSection>
        <FormSection
          title="Point numbering"
          explanation="Each device that opens a run gets a block of its own, so that two never give the same number."
        >
          <NumberField name={field.first_point_number} hint="Where the first device of a run begins." />
          <NumberField name={field.point_block} hint="The next device begins this much further." />
          <NumberingExample />
        </FormSection>
        <FormSection title="Photos" explanation="What a tablet makes of a photo before it keeps it.">
          <NumberField name={field.photo_max_px} label="Longest side" unit="px" hint="Larger photos are made smaller to this." />
          <NumberField name={field.photo_quality} hint="From 0.1 to 1; a higher one looks better and weighs more." />
          <SizeField name={field.image_max_bytes} label="Largest image" hint="A larger file is refused." />
        </FormSection>
        <FormSection title="Sending" explanation="How a tablet uploads files over a poor connection.">
          <SizeField
            name={field.form_bytes}
            label="Sent in one go"
            hint="A file up to this size is sent with its record; a larger one is sent in pieces."
          />
          <SizeField name={field.piece_bytes} label="Size of a piece" hint="A smaller piece loses less when the connection breaks." />
        </FormSection>
      </SettingForm>
    </>
  );
}
