/** The group that tasks are put into while nobody has made one. It is a shelf for us: no document prints its name. */
export const DEFAULT_TASK_GROUP = 'Tasks';
