/** How much of a video was watched, in percent; 0 where its length is not known. */
export const watchedShare = ({ length, position }: { length: number | null; position: number }): number =>
  length ? Math.min(100, Math.max(2, Math.round((position / length) * 100))) : 0
