import { expect, it } from 'vitest'
import studio from '../../../locales/en-US/studio.json' with { type: 'json' }
import { savedText } from './saved-text.ts'

type Saved = Parameters<typeof savedText>[0]
const consented = { status: 'verified' } as Saved['participants'][number]
const requested = { status: 'requested' } as unknown as Saved['participants'][number]

it.each([
  ['published', null, [consented], 'saved.published'],
  ['published', 'draft', [], 'saved.published'],
  ['published', 'archived', [], 'saved.published'],
  ['scheduled', null, [], 'saved.scheduled'],
  ['scheduled', null, [requested], 'saved.consent'],
  ['processing', 'draft', [consented], 'saved.processing'],
  ['processing', null, [consented, requested], 'saved.consent'],
  ['draft', null, [requested], 'saved.draft'],
] as const)('an item that is %s after %s says so', (status, before, participants, key) => {
  const text = savedText({ status, participants: [...participants] } as Saved, before && { status: before })
  expect(text).toBe(`studio.${key}`)
  expect(studio[key]).toBeTruthy()
})

it.each(['published', 'archived', 'hidden', 'removed', 'failed', 'pending_review'] as const)(
  'an edit of an item that stays %s says only that it is saved',
  (status) => {
    expect(savedText({ status, participants: [] }, { status })).toBe('ui.saved')
    if (status !== 'published') expect(savedText({ status, participants: [] }, null)).toBe('ui.saved')
  },
)
