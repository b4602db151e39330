import { useLanguage } from '../language/language.ts';

export type PlaceName = 'imports' | 'counts' | 'operations' | 'nowhere';

interface Props {
  shown: PlaceName;
  /** The places of this person, each with its address. */
  offered: readonly (readonly [Exclude<PlaceName, 'nowhere'>, string])[];
}

export function Places({ shown, offered }: Props) {
  const { texts } = useLanguage();
  if (offered.length < 2) return null;
  return (
    <nav aria-label={texts.navigation.label} className="places">
      {offered.map(([name, hash]) => (
        <a key={name} href={hash} aria-current={name === shown ? 'page' : undefined}>
          {texts.navigation[name]}
        </a>
      ))}
    </nav>
  );
}
