import { Asked } from './asked.tsx';
import { ExportsPart } from './exports-part.tsx';
import { HealthPart } from './health-part.tsx';
import { ProcessesPart } from './processes-part.tsx';
import { SchedulePart } from './schedule-part.tsx';
import { useWorkers } from './use-workers.ts';

/** Whether everything lives. */
export function OverviewPanel() {
  const workers = useWorkers();
  return (
    <>
      <HealthPart />
      <Asked query={workers}>
        {({ export: exports, processes }) => (
          <>
            <ExportsPart exports={exports} />
            <ProcessesPart processes={processes} />
          </>
        )}
      </Asked>
      <SchedulePart />
    </>
  );
}
