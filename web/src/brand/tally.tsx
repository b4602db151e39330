import './tally.css';

const STROKES = 4;

interface Props {
  /** How many upright strokes are drawn in full: 0 to 4. */
  strokes: number;
  /** The stroke across that closes a bundle of five. */
  closed?: boolean;
  tone: 'open' | 'good' | 'bad' | 'off';
}

/** A bundle of five as people draw it: four strokes, then one across. What is still to come is drawn thin. */
export function Tally({ strokes, closed = false, tone }: Props) {
  return (
    <svg className={`tally ${tone}`} viewBox="0 0 26 18" width="26" height="18" aria-hidden="true" focusable="false">
      {Array.from({ length: STROKES }, (_, position) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a stroke is its place
          key={position}
          className={position < strokes ? 'drawn' : 'to-come'}
          d={`M${5 + position * 5.33} 2v14`}
        />
      ))}
      {closed && <path className="drawn" d="M1 13.5 25 4.5" />}
    </svg>
  );
}
