type Assessment = {
  readonly task_types: readonly string[] | null;
  readonly present_hazards: readonly string[] | null;
  readonly hazard_controls: string | null;
  readonly personal_protective_equipment_used: readonly string[] | null;
};

/** Has the crew said anything about the dangers of the day? Until then the run's card stays amber. */
export function hasRiskAssessment(run: Assessment): boolean {
  const lists = [run.task_types, run.present_hazards, run.personal_protective_equipment_used];
  return lists.some((list) => (list?.length ?? 0) > 0) || (run.hazard_controls ?? '').trim() !== '';
}
