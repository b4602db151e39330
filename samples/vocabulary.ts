export type Category = 'artist' | 'topic' | 'place' | 'meta';

/** A tag as the wiki first names it, and what titles call its subject in both languages. */
export interface Word {
  name: string;
  category: Category;
  ja: string;
  en: string;
}

/** What the sample wiki writes about. The order is the order in which the tags were made. */
export const WORDS: readonly Word[] = [
  ...words('topic', [
    ['桜 🌸', '桜', 'cherry blossoms'],
    ['猫', '猫', 'cats'],
    ['鉄道', '鉄道', 'railways'],
    ['guitar', 'ギター', 'the guitar'],
    ['tea ceremony', '茶の湯', 'the tea ceremony'],
    ['祭り 🏮', '祭り', 'lantern festivals'],
    ['和菓子', '和菓子', 'sweets'],
    ['street food', '屋台', 'street food'],
  ]),
  ...words('place', [
    ['京都', '京都', 'Kyoto'],
    ['東京', '東京', 'Tokyo'],
    ['北海道', '北海道', 'Hokkaido'],
    ['Kanazawa', '金沢', 'Kanazawa'],
    ['𠮷野山', '𠮷野山', 'Mount Yoshino'],
    ['尾道', '尾道', 'Onomichi'],
  ]),
  ...words('meta', [
    ['要出典', '出典', 'sources'],
    ['photo wanted', '写真', 'photographs'],
    ['下書き', '下書き', 'drafts'],
  ]),
  ...words('artist', [
    ['葛飾北斎', '葛飾北斎', 'Hokusai'],
    ['歌川広重', '歌川広重', 'Hiroshige'],
    ['𠮷田博', '𠮷田博', 'Hiroshi Yoshida'],
    ['Kitagawa Utamaro', '喜多川歌麿', 'Utamaro'],
  ]),
  ...words('topic', [
    ['藍染め', '藍染め', 'indigo dyeing'],
    ['三味線', '三味線', 'the shamisen'],
    ['hand-made paper', '手漉き和紙', 'hand-made paper'],
    ['銭湯 ♨️', '銭湯', 'bath houses'],
    ['金継ぎ', '金継ぎ', 'golden joinery'],
    ['fireworks 🎆', '花火', 'fireworks'],
    ['盆栽', '盆栽', 'bonsai'],
    ['書道', '書道', 'calligraphy'],
    ['bird watching', '野鳥観察', 'bird watching'],
    ['紅葉 🍁', '紅葉', 'autumn leaves'],
    ['ramen 🍜', 'ラーメン', 'ramen'],
  ]),
  ...words('place', [
    ['大阪', '大阪', 'Osaka'],
    ['沖縄', '沖縄', 'Okinawa'],
    ['直島', '直島', 'Naoshima'],
    ['São Paulo', 'サンパウロ', 'São Paulo'],
    ['鎌倉', '鎌倉', 'Kamakura'],
    ['New York', 'ニューヨーク', 'New York'],
  ]),
  ...words('artist', [
    ['竹久夢二', '竹久夢二', 'Yumeji'],
    ['川瀬巴水', '川瀬巴水', 'Hasui'],
    ['Sesshū Tōyō', '雪舟', 'Sesshū'],
    ['伊藤若冲', '伊藤若冲', 'Jakuchū'],
  ]),
  ...words('topic', [
    ['折り紙', '折り紙', 'paper folding'],
    ['lighthouses', '灯台', 'lighthouses'],
    ['妖怪 👻', '妖怪', 'ghost stories'],
    ['相撲', '相撲', 'sumo'],
    ['station melodies', '駅メロ', 'station melodies'],
    ['night market', '夜市', 'night markets'],
    ['木版画', '木版画', 'woodblock prints'],
    ['陶芸', '陶芸', 'pottery'],
    ['海藻', '海藻', 'seaweed'],
  ]),
  ...words('meta', [
    ['翻訳待ち', '翻訳', 'translations'],
    ['featured ⭐', '今月の記事', 'featured posts'],
    ['check links', 'リンク', 'links'],
    ['重複?', '重複', 'duplicates'],
  ]),
  ...words('place', [
    ['奈良', '奈良', 'Nara'],
    ['Lisbon', 'リスボン', 'Lisbon'],
    ['神保町', '神保町', 'Jimbōchō'],
    ['屋久島', '屋久島', 'Yakushima'],
    ['Taipei', '台北', 'Taipei'],
  ]),
];

function words(category: Category, names: readonly (readonly [name: string, ja: string, en: string])[]): Word[] {
  return names.map(([name, ja, en]) => ({ name, category, ja, en }));
}
