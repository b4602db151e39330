import type { Texts } from '../english.ts';

export const failures: Texts['failures'] = {
  network: 'サーバーに接続できません。接続を確認して、もう一度お試しください。',
  timeout: 'サーバーの応答に時間がかかりすぎました。少し待ってから、もう一度お試しください。',
  answer: (status) => `サーバーがエラーを返しました（状態コード ${status}、理由の記載なし）。`,
  unexpected: (what) => `この画面で予期しないことが起きました: ${what}`,
  requestId: (id) => `リクエスト ${id}`,
  again: 'もう一度試す',
  dismiss: '閉じる',
  offline: (since) =>
    `${since} からサーバーに接続できません。表示は古いかもしれません。この画面は接続を試し続け、つながれば自動で再開します。`,
  outdated: 'この画面はサーバーより古い版です。読み込み直してください。',
  reload: '読み込み直す',
  broken: '画面のこの部分が動かなくなりました。',
};
