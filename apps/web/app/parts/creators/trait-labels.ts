import { traitLabel } from '@fanlight/contract/trait-labels'
import type { T } from '../../i18n/context.tsx'

export const traitLabels = (t: T, list: string, value: string): string | undefined => traitLabel(t.maybe, list, value)
