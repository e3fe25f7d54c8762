/** The words for a storm or sanitary structure, its connections and the pipes between two of them. Lengths of pipe and cover in millimetres. */
export const SYSTEMS = ['storm', 'sanitary', 'combined'] as const;
/** How each is coloured on every map and in every legend: storm water blue as on drawings, sewage apart from it. */
export const SYSTEM_TONES = { storm: 'info', sanitary: 'accent', combined: 'primary' } as const satisfies Record<
  (typeof SYSTEMS)[number],
  string
>;
/** Nobody has said what runs in it. */
export const NO_SYSTEM_TONE = 'muted';

export function systemTone(system: string | null | undefined): (typeof SYSTEM_TONES)[keyof typeof SYSTEM_TONES] | typeof NO_SYSTEM_TONE {
  return SYSTEM_TONES[system as keyof typeof SYSTEM_TONES] ?? NO_SYSTEM_TONE;
}
export const CONNECTION_DIRECTIONS = ['in', 'out'] as const;
export const MEASURED_TO = ['invert', 'obvert', 'top_of_pipe'] as const;
export const OPEN_ENDS = ['outfall', 'plug', 'unknown'] as const;
export const PIPE_STATUSES = ['in use', 'abandoned', 'proposed'] as const;

/** Offered for choosing; what a crew types instead is taken as it is. */
export const STRUCTURE_KINDS = ['manhole', 'catch basin', 'cleanout', 'chamber', 'headwall', 'other'] as const;
export const STRUCTURE_SHAPES = ['round', 'square', 'rectangular', 'other'] as const;
export const STRUCTURE_ACCESS = ['lifted', 'stuck', 'buried', 'not found'] as const;
export const PIPE_SHAPES = ['circular', 'box', 'arch', 'ellipse', 'other'] as const;
export const PIPE_MATERIALS = ['PVC', 'CONC', 'HDPE', 'DI', 'CI', 'VC', 'AC', 'CMP', 'unknown'] as const;
