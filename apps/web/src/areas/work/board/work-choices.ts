/** What new work is chosen from; the screen brings it from the firm's settings. */
export type WorkChoices = {
  task_templates: readonly { id: number; name: string; description: string; milestones: readonly string[] }[];
  milestone_templates: readonly { id: number; name: string }[];
  account_codes: readonly { code: string; name: string }[];
};
