import { loopTwo } from '../music.ts'
import { toM4a, wav } from '../audio.ts'

export const make = (file: string): Promise<number> => toM4a(wav(loopTwo(), 0.2, 3), file, 'Tape loop two', 80)
