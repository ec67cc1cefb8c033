import type { DomainError } from "../errors";

import type { FailedCall } from "./paymentFailures";

/** A finished pack in the object store. `size` in bytes. */
export interface StoredPack {
  key: string;
  name: string;
  size: number;
}

/** A public key as its JWK set publishes it (RFC 8037). */
export interface EvidenceKey {
  kty: "OKP";
  crv: "Ed25519";
  alg: "EdDSA";
  use: "sig";
  kid: string;
  /** The 32 bytes of the key in base64url. */
  x: string;
}

/** What an operation in another Worker answered. Errors lose their class on the way, so a refusal travels as data. */
export type Outcome<Value> =
  | { value: Value }
  | { refusal: { kind: DomainError["kind"]; message: string } }
  /** The provider did not answer this call. */
  | { unavailable: FailedCall | null };

/** Who asks, with the form that was posted. The other Worker reads the person's rights again. */
export interface Asker {
  userId: string;
  form?: { key: string; act?: string; historyId: string | null };
}

/** A dispute of an order. */
export interface AnswerTarget {
  orderId: string;
  disputeId: string;
}

/** The texts of an answer to a dispute under the provider's names. */
export interface AnswerTexts {
  product_description: string;
  customer_name: string;
  customer_email_address: string;
  billing_address: string;
  service_date: string;
  access_activity_log: string;
  uncategorized_text: string;
}

/** An edited answer. `version`: the one that was edited. */
export interface PostedAnswer {
  version: number;
  texts: AnswerTexts;
}

/** The Worker that makes and signs evidence. The portal holds neither the key nor the code. */
export interface EvidenceDesk {
  /** Makes the pack of an order and stores it for a day. */
  pack(asker: Asker, orderId: string): Promise<Outcome<StoredPack>>;
  /** Fills and stages the answer to a dispute. */
  prepareAnswer(asker: Asker, target: AnswerTarget): Promise<Outcome<null>>;
  saveAnswer(asker: Asker, target: AnswerTarget, answer: PostedAnswer): Promise<Outcome<null>>;
  sendAnswer(asker: Asker, target: AnswerTarget, answer: PostedAnswer): Promise<Outcome<null>>;
  /** The key in use first, then replaced ones. */
  publicKeys(): Promise<EvidenceKey[]>;
}
