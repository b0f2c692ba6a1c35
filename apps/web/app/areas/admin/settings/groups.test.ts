import { readFileSync } from 'node:fs'
import { settingsSchema } from '@fanlight/contract/settings'
import { expect, test } from 'vitest'
import { groupNames, settingsIn } from './groups.ts'

const english = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/site.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** Changed on pages of their own. */
const elsewhere = ['menus']

test('staff can change every setting, each in one group and with a label and a hint', () => {
  const shown = groupNames.flatMap((group) => settingsIn(group).map(([name]) => name))
  expect([...shown, ...elsewhere].toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  for (const name of shown) {
    expect(english[`setting.${name}`], name).toBeTruthy()
    expect(english[`settingHint.${name}`], name).toBeTruthy()
  }
  for (const group of groupNames) expect(english[`group.${group}`], group).toBeTruthy()
})
