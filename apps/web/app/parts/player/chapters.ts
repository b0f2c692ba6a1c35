import type { Sprite } from '@fanlight/contract/media'
import type { Chapter } from '@fanlight/contract/videos'
import type { CSSProperties } from 'react'

export type Chapters = readonly Chapter[]

/** The one in which a second is. */
export const chapterAt = (chapters: Chapters, second: number): Chapter | undefined =>
  chapters.findLast(({ at }) => at <= second)

/** The frame of a second out of the sheet of small frames, at its own size. */
export function tileStyle(sprite: Sprite, base: string, second: number): CSSProperties {
  const tile = Math.min(sprite.count - 1, Math.floor((second * 1000) / sprite.intervalMs))
  return {
    backgroundImage: `url(${base}${sprite.name})`,
    backgroundPosition: `-${(tile % sprite.columns) * sprite.tileWidth}px -${Math.floor(tile / sprite.columns) * sprite.tileHeight}px`,
  }
}
/** The same at any size: the sheet is as many times as large as it has columns and rows. */
export function tileShare(sprite: Sprite, base: string, second: number): CSSProperties {
  const tile = Math.min(sprite.count - 1, Math.floor((second * 1000) / sprite.intervalMs))
  const share = (at: number, of: number) => `${of > 1 ? (at / (of - 1)) * 100 : 0}%`
  return {
    backgroundImage: `url(${base}${sprite.name})`,
    backgroundSize: `${sprite.columns * 100}% ${sprite.rows * 100}%`,
    backgroundPosition: `${share(tile % sprite.columns, sprite.columns)} ${share(Math.floor(tile / sprite.columns), sprite.rows)}`,
  }
}
