import { type Fate, lifeCycle, type Step, workingTime } from './life-cycle.ts';
import type { Random } from './random.ts';
import { livingTags, type TagVersion } from './tag-history.ts';
import { DAY, type Instant, instant, SECOND } from './timestamp.ts';
import { type Subject, title, url } from './titles.ts';
import { type Category, WORDS, type Word } from './vocabulary.ts';

interface PostContent {
  title: string | null;
  url: string | null;
  tagIds: readonly number[];
  parentPostIds: readonly number[];
}

export interface PostVersion extends Step, PostContent {
  postId: number;
}

const POSTS = 120;
const IMPORTED = 16;
const IMPORT_START = instant('2023-01-12T18:00:00.5Z');
const FIRST_DAY = instant('2023-02-01T00:00:00Z');
const DAYS = 1330;
const FATE: Fate = { updates: [0, 1, 1, 2, 3, 5], discarded: 10, restored: 12 };

/** One list of versions per post; post_id 1 is the oldest. Tags and parents exist when a post first names them. */
export function postHistories(random: Random, tags: readonly TagVersion[][]): PostVersion[][] {
  const posts: PostVersion[][] = [];
  for (const birth of postBirths(random)) {
    const steps = lifeCycle(random, birth, FATE);
    posts.push(describe(random, { postId: posts.length + 1, steps, tags, older: [...posts] }));
  }
  return posts;
}

type Birth = Pick<Step, 'at' | 'by'>;

function postBirths(random: Random): Birth[] {
  const imported = Array.from({ length: IMPORTED }, (_, index) => ({
    at: IMPORT_START + index * 3.125 * SECOND,
    by: 'bot-import',
  }));
  const written = Array.from({ length: POSTS - IMPORTED }, () => {
    const by = random.pick(['mika', 'mika', 'sora', 'haruto', 'Zoë', null]);
    return { at: workingTime(random, FIRST_DAY + random.integer(0, DAYS) * DAY, by), by };
  });
  return [...imported, ...written.sort((a, b) => a.at - b.at)];
}

interface Surroundings {
  postId: number;
  steps: readonly Step[];
  tags: readonly TagVersion[][];
  older: readonly PostVersion[][];
}

function describe(random: Random, { postId, steps, tags, older }: Surroundings): PostVersion[] {
  const living = (at: Instant) => livingTags(tags, at);
  const birth = steps[0] as Step;
  const subject = chooseSubject(random, living(birth.at));
  let content: PostContent = {
    title: random.chance(3) ? null : title(random, subject),
    url: random.chance(15) ? null : url(postId, subject),
    tagIds: sortedSet([
      ...(random.chance(90) ? [idOf(subject.topic)] : []),
      ...(random.chance(60) ? [idOf(subject.place)] : []),
      ...(random.chance(25) ? [idOf(subject.artist)] : []),
      ...(random.chance(15) ? [idOf(subject.remark)] : []),
    ]),
    parentPostIds: random.chance(20) ? chooseParent(random, older, birth.at) : [],
  };
  return steps.map((step) => {
    if (step.eventType === 'update') content = updated(random, content, subject, living(step.at));
    return { ...step, postId, ...content };
  });
}

/** One edit. Now and then somebody saves a post as it was. */
function updated(random: Random, content: PostContent, subject: Subject, living: readonly number[]): PostContent {
  const kept = random.chance(60) ? content.tagIds.filter((id) => living.includes(id)) : content.tagIds;
  const edit = random.integer(1, 100);
  if (edit <= 50) return { ...content, tagIds: sortedSet([...kept, random.pickEarly(living)]) };
  if (edit <= 65) return { ...content, tagIds: kept.toSpliced(random.integer(0, kept.length), 1) };
  if (edit <= 90) return { ...content, tagIds: kept, title: title(random, subject) };
  if (edit <= 95) return { ...content, tagIds: kept, parentPostIds: [] };
  return content;
}

function chooseSubject(random: Random, living: readonly number[]): Subject {
  const choose = (category: Category): Word =>
    random.pickEarly(living.map((id) => WORDS[id - 1] as Word).filter((word) => word.category === category));
  return { topic: choose('topic'), place: choose('place'), artist: choose('artist'), remark: choose('meta') };
}

function chooseParent(random: Random, older: readonly PostVersion[][], at: Instant): number[] {
  const living = older.filter((versions) => versions.findLast((version) => version.at <= at)?.eventType !== 'discard');
  return living.length === 0 ? [] : [(random.pick(living)[0] as PostVersion).postId];
}

function idOf(word: Word): number {
  return WORDS.indexOf(word) + 1;
}

function sortedSet(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
