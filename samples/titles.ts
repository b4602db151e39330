import type { Random } from './random.ts';
import type { Word } from './vocabulary.ts';

/** What a post is about. */
export interface Subject {
  topic: Word;
  place: Word;
  artist: Word;
  remark: Word;
}

/** A title for the subject, in Japanese or in English. */
export function title(random: Random, { topic, place, artist }: Subject): string {
  const text = random.pick([
    `${place.ja}の${topic.ja}`,
    `${topic.ja}入門`,
    `はじめての${topic.ja} 🔰`,
    `${place.ja}で出会う${topic.ja}`,
    `${artist.ja}が見た「${place.ja}」`,
    `${topic.ja}、${place.ja}、そして冬 ❄️`,
    `${topic.en} around ${place.en}`,
    `a short history of ${topic.en}`,
    `notes on ${topic.en}, ${place.en}`,
    `"${artist.en}" and ${topic.en}`,
  ]);
  return text.replace(/^"?\p{Lowercase}/u, (start) => start.toUpperCase());
}

/** Address of a post, from the English name of its topic. */
export function url(postId: number, { topic }: Subject): string {
  const slug = topic.en.replaceAll(' ', '-');
  return `https://example.org/posts/${postId}-${slug}`;
}
