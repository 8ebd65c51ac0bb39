package import Replayer
internal import TraceFormat

// The words that reports and the rows of fleets have in JSON, as they are.
extension Cause: JSONCoded {}
extension Collateral.Kind: JSONCoded {}
extension Engine: JSONCoded {}
extension Fate: JSONCoded {}
extension Gap.Kind: JSONCoded {}
extension GateDecision.Gate: JSONCoded {}
extension JudgedWrite.MissingObject: JSONCoded {}
extension ModeSource: JSONCoded {}
extension ResetLoop.Kind: JSONCoded {}
extension RuleIdentifier: JSONCoded {}
extension SchemaChange.Effect: JSONCoded {}
extension SchemaChange.Kind: JSONCoded {}
extension ThreeWay: JSONCoded {}
extension TrapIdentifier: JSONCoded {}
extension Winner: JSONCoded {}
