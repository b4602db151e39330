import type { FieldFault } from '../field-fault.ts';
import type { Axis } from './axes.ts';
import { notAllowed } from './refused.ts';
import type { TimeUnit } from './request.ts';

export interface PlannedAxis extends Pick<Axis, 'name' | 'kind' | 'guarded' | 'values'> {
  /** Only on a `time` axis. */
  readonly unit: TimeUnit;
  /** Its texts may be longer than what a server compares when it groups. */
  readonly wide: boolean;
}

/** Servers group by the first 1,024 bytes (max_sort_length) of a text; a character has at most four. */
const GROUPED_CHARACTERS = 256;

/** Finds an axis of a ledger; an unknown one is a fault, and what is returned then is of no use. */
export function planAxis(
  axes: readonly Axis[],
  asked: { axis: string; unit?: TimeUnit | undefined },
  field: string,
  faults: FieldFault[],
): PlannedAxis {
  const axis = axes.find((candidate) => candidate.name === asked.axis);
  if (!axis)
    faults.push(
      notAllowed(
        `${field}.axis`,
        `${asked.axis} is not an axis of this ledger.`,
        axes.map((candidate) => candidate.name),
      ),
    );
  else if (asked.unit && axis.kind !== 'time')
    faults.push(notAllowed(`${field}.unit`, `${asked.axis} has no units; leave unit out.`));
  return {
    name: asked.axis,
    kind: axis?.kind ?? 'text',
    unit: asked.unit ?? 'day',
    guarded: axis?.guarded ?? true,
    wide: axis?.kind === 'text' && (axis.maxLength ?? 0) >= GROUPED_CHARACTERS,
    ...(axis?.values ? { values: axis.values } : {}),
  };
}

/** What tells two axes of one request apart. */
export function axisIdentity({ name, kind, unit }: PlannedAxis): string {
  return kind === 'time' ? `${name} by ${unit}` : name;
}
