import { expect, test } from 'vitest'
import { shortened } from './modern-css.ts'

test('distances are said at once', () => {
  expect(
    shortened(
      ':root{--spacing:.25rem}.a{padding:calc(var(--spacing) * 2.5)}.b{margin:calc(var(--spacing) * -4)}.c{top:var(--spacing)}.d{inset:calc(var(--spacing) * 0)}',
    ),
  ).toBe(':root{--spacing:.25rem}.a{padding:.625rem}.b{margin:-1rem}.c{top:.25rem}.d{inset:0px}')
})

test('a colour for old engines gives way to the mixed one behind it, and another rule stays', () => {
  expect(
    shortened(
      '.x{color:red}.a{color:red}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, red 50%, blue)}}.b{top:0}@supports (display:grid){.b{top:1px}}',
    ),
  ).toBe('.x{color:red}.a{color:color-mix(in oklab, red 50%, blue)}.b{top:0}@supports (display:grid){.b{top:1px}}')
})

test('a variable that nothing sets is what it would be; one that a class sets stays', () => {
  expect(
    shortened(
      '.a{box-shadow:var(--tw-inset), var(--tw-ring)}.b{--tw-ring:0 0 1px calc(1px + var(--tw-width))}.c{filter:var(--tw-blur,) var(--tw-none,blur(2px))}.d{--tw-blur:blur(1px)}@property --tw-inset{syntax:"*";inherits:false;initial-value:0 0 #0000}@property --tw-ring{syntax:"*";inherits:false;initial-value:0 0 #0000}@property --tw-width{syntax:"<length>";inherits:false;initial-value:0}@property --tw-none{syntax:"*";inherits:false}',
    ),
  ).toBe(
    '.a{box-shadow:var(--tw-ring)}.b{--tw-ring:0 0 1px calc(1px + 0px)}.c{filter:var(--tw-blur,) blur(2px)}.d{--tw-blur:blur(1px)}@property --tw-ring{syntax:"*";inherits:false;initial-value:0 0 #0000}',
  )
})
