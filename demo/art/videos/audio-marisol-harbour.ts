import { harbour } from '../music.ts'
import { toM4a, wav } from '../audio.ts'

export const make = (file: string): Promise<number> => toM4a(wav(harbour(), 0.2, 3), file, 'Harbour', 80)
