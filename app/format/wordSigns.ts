/** True for text with a sign that is a word: of Han, Kana or Hangul. One is enough for a search. */
export const isWordSign = (text: string) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(text);
