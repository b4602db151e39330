import { useLanguage } from '../language/language.ts';

/** Whether something has given a sign of life lately. */
export function Life({ alive }: { alive: boolean }) {
  const { texts } = useLanguage();
  return <strong className={alive ? 'good' : 'bad'}>{alive ? texts.operations.alive : texts.operations.silent}</strong>;
}
