// Assertions about the generated types that no run can make: that they say as much as the service knows.

import type { components, operations, paths } from "./gl.js";

type Schemas = components["schemas"];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether some field of the schemas, or of an object or list in one, is `any` or `unknown`; `details` and `result` are open by nature. */
type Open<T> =
  IsAny<T> extends true ? true
  : unknown extends T ? true
  : T extends readonly (infer Item)[] ? Open<Item>
  : T extends Record<string, unknown> ? (string extends keyof T ? false : { [K in keyof T]-?: Open<T[K]> }[keyof T])
  : false;
type OpenSchemas = { [K in keyof Schemas]: true extends Open<Schemas[K]> ? K : never }[keyof Schemas];

function holds<_ extends true>() {}

holds<Equal<OpenSchemas, never>>();
// A word of a list, not any text.
holds<Equal<Schemas["Bill"]["status"], Schemas["Invoice"]["status"]>>();
holds<string extends Schemas["Bill"]["status"] ? false : true>();
holds<string extends Schemas["ProblemCode"] ? false : true>();
holds<Equal<Schemas["Problem"]["code"], Schemas["ProblemCode"]>>();
// What is asked of many operations has one type.
holds<Equal<Schemas["Bill"]["would_post"], Schemas["ExpenseApproved"]["would_post"]>>();
// What must be given must be given; what may be left out may be null, too.
holds<Equal<Schemas["InvoiceInput"]["invoice_id"], string>>();
holds<Equal<Schemas["BillInput"]["memo"], string | null | undefined>>();
holds<Equal<Schemas["AccountUpdate"]["subtype"], Schemas["Account"]["subtype"] | undefined>>();
// Every operation has an answer, and its errors are problems.
type Answers = { [K in keyof operations]: operations[K]["responses"] };
holds<Answers[keyof Answers] extends { 401: { content: { "application/problem+json": Schemas["Problem"] } } } ? true : false>();
holds<Equal<paths["/service/general-ledger/bills/{id}"]["patch"], undefined>>();
