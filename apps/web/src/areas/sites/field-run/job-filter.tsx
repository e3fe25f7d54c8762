import { listJobs } from '@dmse/contract/jobs/job';
import Box from '@mui/material/Box';
import { Picker } from '../../../parts/picker/picker.tsx';
import { jobChoice } from './job-choice.ts';

export type JobFilterProps = {
  label?: string;
  /** The job's number: what the address says, and what runs of a job the office has no record of carry too. */
  value: string;
  onChange: (num: string) => void;
};

/** Which job's records to show. */
export function JobFilter({ label = 'Filter Job', value, onChange }: JobFilterProps) {
  return (
    <Box sx={{ flex: '0 1 200px', minWidth: 160 }}>
      <Picker
        label={label}
        endpoint={listJobs}
        toChoice={jobChoice}
        recentKey="job"
        value={value ? { id: value, label: value } : null}
        onChange={(choice) => onChange(choice?.label ?? '')}
      />
    </Box>
  );
}
