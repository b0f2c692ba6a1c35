import { flip } from '../music.ts'
import { toM4a, wav } from '../audio.ts'

export const make = (file: string): Promise<number> => toM4a(wav(flip(), 0.2, 3), file, 'Flip 1962', 80)
