import { type Fate, lifeCycle, type Step, workingTime } from './life-cycle.ts';
import type { Random } from './random.ts';
import { DAY, type Instant, instant, SECOND } from './timestamp.ts';
import { type Category, WORDS, type Word } from './vocabulary.ts';

export interface TagVersion extends Step {
  tagId: number;
  name: string;
  category: Category | null;
}

const IMPORTED = 21;
const IMPORT_START = instant('2023-01-10T18:00:00.250Z');
const FIRST_DAY = instant('2023-02-01T00:00:00Z');
const FATE: Fate = { updates: [0, 0, 0, 0, 1], discarded: 12, restored: 8 };

/** One list of versions per tag, in the order of `WORDS`: tag_id 1 is the first word. */
export function tagHistories(random: Random): TagVersion[][] {
  const births = tagBirths(random);
  return WORDS.map((word, index) => {
    const steps = lifeCycle(random, births[index] as Birth, FATE);
    return describe(random, index + 1, word, steps);
  });
}

type Birth = Pick<Step, 'at' | 'by'>;

/** A program brought the first tags in one night; people made the others over the next years. */
function tagBirths(random: Random): Birth[] {
  const imported = Array.from({ length: IMPORTED }, (_, index) => ({
    at: IMPORT_START + index * 1.75 * SECOND,
    by: 'bot-import',
  }));
  const made = Array.from({ length: WORDS.length - IMPORTED }, () => {
    const by = random.pick(['mika', 'sora', null]);
    return { at: workingTime(random, FIRST_DAY + random.integer(0, 700) * DAY, by), by };
  });
  return [...imported, ...made.sort((a, b) => a.at - b.at)];
}

function describe(random: Random, tagId: number, word: Word, steps: readonly Step[]): TagVersion[] {
  let name = word.name;
  let category = random.chance(12) ? null : word.category;
  return steps.map((step) => {
    if (step.eventType === 'update') {
      if (category === null) category = word.category;
      else if (random.chance(15)) category = null;
      else name = renamed(name, word);
    }
    return { ...step, tagId, name, category };
  });
}

function renamed(name: string, { ja, en }: Word): string {
  return name === ja ? `${ja} (${en})` : ja;
}

/** Ids of the tags that exist at this time and are not discarded then. */
export function livingTags(histories: readonly TagVersion[][], at: Instant): number[] {
  return histories.flatMap((versions) => {
    const latest = versions.findLast((version) => version.at <= at);
    return latest && latest.eventType !== 'discard' ? [latest.tagId] : [];
  });
}
