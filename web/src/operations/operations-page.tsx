import { useLanguage } from '../language/language.ts';
import { AuditPanel } from './audit-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import { UsersPanel } from './users-panel.tsx';
import './operations.css';

const PANELS = {
  overview: OverviewPanel,
  jobs: JobsPanel,
  users: UsersPanel,
  keys: KeysPanel,
  audit: AuditPanel,
} as const;
type Part = keyof typeof PANELS;

interface Props {
  part: string;
  /** The administrator who looks. */
  ownId: string;
}

/** What administrators look after. */
export function OperationsPage({ part, ownId }: Props) {
  const { texts } = useLanguage();
  const shown: Part = Object.hasOwn(PANELS, part) ? (part as Part) : 'overview';
  const Panel = PANELS[shown];
  return (
    <>
      <h1>{texts.operations.title}</h1>
      <nav className="parts" aria-label={texts.operations.label}>
        {(Object.keys(PANELS) as Part[]).map((name) => (
          <a key={name} href={`#/operations/${name}`} aria-current={name === shown ? 'page' : undefined}>
            {texts.operations.parts[name]}
          </a>
        ))}
      </nav>
      <Panel ownId={ownId} />
    </>
  );
}
