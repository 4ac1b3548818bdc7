// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// A test token that speaks like Paxos Gold: its words and events, none of its code. Its list is asked by isFrozen; an
/// upgrade renamed the events of the list, and what was frozen before it stays frozen.
contract PaxosLike {
    string public constant name = "Gold-like test token";
    string public constant symbol = "PAXG";
    uint8 public constant decimals = 18;

    address public owner;
    bool public isUpgraded;
    mapping(address => bool) public isFrozen;

    event AddressFrozen(address indexed addr);
    event AddressUnfrozen(address indexed addr);
    event FreezeAddress(address indexed addr);
    event UnfreezeAddress(address indexed addr);

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    /// The code is put at the address the catalogue names, where no constructor runs: whoever comes first owns it.
    function begin() external {
        require(owner == address(0), "owned");
        owner = msg.sender;
    }

    function upgrade() external onlyOwner {
        isUpgraded = true;
    }

    /// After the upgrade an account that is frozen may be frozen once more.
    function freeze(address addr) external onlyOwner {
        require(isUpgraded || !isFrozen[addr], "address already frozen");
        isFrozen[addr] = true;
        if (isUpgraded) emit FreezeAddress(addr);
        else emit AddressFrozen(addr);
    }

    function unfreeze(address addr) external onlyOwner {
        isFrozen[addr] = false;
        if (isUpgraded) emit UnfreezeAddress(addr);
        else emit AddressUnfrozen(addr);
    }
}
