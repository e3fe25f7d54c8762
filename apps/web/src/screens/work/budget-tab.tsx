export type BudgetTabProps = { owner: { job: number } | { quote: number }; num: string; isReadOnly: boolean };

/** The Budget tab of a job or quote. */
export function BudgetTab({ num }: BudgetTabProps) {
  return <p>{num}</p>;
}
