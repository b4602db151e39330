import { useLanguage } from '../language/language.ts';

interface Props {
  /** What is moved, in words. */
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
}

/** Moves one thing of a list to the place before or after it. */
export function OrderButtons({ name, place, count, onMove }: Props) {
  const { texts } = useLanguage();
  return (
    <span className="order-buttons">
      {([-1, 1] as const).map((step) => (
        <button
          key={step}
          type="button"
          className="quiet"
          aria-label={step < 0 ? texts.counts.earlier(name) : texts.counts.later(name)}
          disabled={place + step < 0 || place + step >= count}
          onClick={() => onMove(place + step)}
        >
          {step < 0 ? '↑' : '↓'}
        </button>
      ))}
    </span>
  );
}

/** A list in which one thing has gone to another place. */
export function moved<T>(things: readonly T[], from: number, to: number): T[] {
  const [thing] = things.slice(from, from + 1);
  return thing === undefined ? [...things] : things.toSpliced(from, 1).toSpliced(to, 0, thing);
}
