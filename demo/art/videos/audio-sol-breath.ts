import { breath } from '../music.ts'
import { toM4a, wav } from '../audio.ts'

export const make = (file: string): Promise<number> => toM4a(wav(breath(), 0.2, 3), file, 'Breathing with the tide', 80)
